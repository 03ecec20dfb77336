ALTER TABLE "agents" ADD COLUMN "built_in" text;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "shipped" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "agents_built_in" ON "agents" USING btree ("built_in");--> statement-breakpoint
-- Agents came with the demo catalog until now: those that are there are recognized (src/db/queries/backfill-agents.ts).
-- backfill: demo_agents

ALTER TABLE "security_events" ADD COLUMN "count" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "security_events" ADD COLUMN "hour" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "security_events" ADD COLUMN "network" text;--> statement-breakpoint
CREATE UNIQUE INDEX "security_events_counted" ON "security_events" USING btree ("hour","type","network","details") WHERE "security_events"."hour" is not null;
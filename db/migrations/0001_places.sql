-- Checked at the end of each transaction, which drizzle cannot declare, so that two rows can change places.
ALTER TABLE "products" ADD CONSTRAINT "products_position" UNIQUE ("position") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_position" UNIQUE ("position") DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE "collection_entries" ADD COLUMN "note" jsonb;--> statement-breakpoint
ALTER TABLE "short_links" ADD COLUMN "hints" jsonb;
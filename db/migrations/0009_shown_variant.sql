-- New columns that may be empty: each statement takes as long on a million rows as on none.
ALTER TABLE "collection_entries" ADD COLUMN "variant" jsonb;--> statement-breakpoint
ALTER TABLE "watches" ADD COLUMN "variant" jsonb;--> statement-breakpoint
ALTER TABLE "product_infos" ADD COLUMN "shown" jsonb;--> statement-breakpoint
-- The decision is code's (src/db/queries/shown-variant.ts), so that is what fills the column, here, a thousand items at a time.
-- backfill: shown_variant

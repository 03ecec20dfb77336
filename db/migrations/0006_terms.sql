-- Names alone change: each statement but the last takes as long on a million rows as on none.
ALTER TABLE "qc_sets" RENAME TO "photo_submissions";--> statement-breakpoint
ALTER TABLE "qc_uploads" RENAME TO "photo_uploads";--> statement-breakpoint
ALTER TABLE "qc_photos" RENAME COLUMN "set_id" TO "submission_id";--> statement-breakpoint
ALTER INDEX "qc_sets_status" RENAME TO "photo_submissions_status";--> statement-breakpoint
ALTER INDEX "qc_sets_item" RENAME TO "photo_submissions_item";--> statement-breakpoint
ALTER INDEX "qc_sets_author" RENAME TO "photo_submissions_author";--> statement-breakpoint
ALTER INDEX "qc_uploads_owner" RENAME TO "photo_uploads_owner";--> statement-breakpoint
ALTER INDEX "qc_photos_set" RENAME TO "qc_photos_submission";--> statement-breakpoint
ALTER TABLE "images" RENAME COLUMN "created_at" TO "last_used_at";--> statement-breakpoint
ALTER TABLE "collection_entries" RENAME COLUMN "price" TO "price_minor";--> statement-breakpoint
ALTER TABLE "sessions" RENAME COLUMN "address" TO "ip_address";--> statement-breakpoint
-- Primary keys, foreign keys and, from PostgreSQL 18 on, NOT NULL constraints.
DO $$
DECLARE renamed record;
BEGIN
	FOR renamed IN
		SELECT * FROM (
			SELECT conrelid::regclass AS owner, conname::text AS before,
				replace(replace(replace(replace(replace(conname,
					'qc_sets', 'photo_submissions'), 'qc_uploads', 'photo_uploads'), 'qc_photos_set_id', 'qc_photos_submission_id'),
					'images_created_at', 'images_last_used_at'), 'sessions_address', 'sessions_ip_address') AS after
			FROM pg_constraint WHERE connamespace = 'public'::regnamespace
		) names WHERE before <> after
	LOOP
		EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', renamed.owner, renamed.before, renamed.after);
	END LOOP;
END $$;--> statement-breakpoint
-- After the other tables, as in transactions that record an event: locks taken in one order cannot deadlock.
ALTER TABLE "security_events" RENAME COLUMN "address" TO "ip_address";--> statement-breakpoint
-- After the renaming, whose lock keeps events of old types from being added meanwhile. One scan without an index
-- does, since the table is small: a year of events, two weeks of what strangers cause.
UPDATE "security_events" SET "type" = CASE "type"
	WHEN 'review-judged' THEN 'review-moderated'
	WHEN 'qc-set-judged' THEN 'photos-moderated'
	WHEN 'qc-set-added' THEN 'photos-added'
	ELSE 'photos-deleted'
END WHERE "type" IN ('review-judged', 'qc-set-judged', 'qc-set-added', 'qc-set-deleted');

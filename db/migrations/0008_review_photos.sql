CREATE TABLE "review_photos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"review_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"image" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "photo_submissions" ADD COLUMN "is_of_review" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "review_photos" ADD CONSTRAINT "review_photos_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_photos" ADD CONSTRAINT "review_photos_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "review_photos_place" ON "review_photos" USING btree ("review_id","place");--> statement-breakpoint
CREATE UNIQUE INDEX "review_photos_once" ON "review_photos" USING btree ("review_id","image");--> statement-breakpoint
CREATE INDEX "review_photos_owner" ON "review_photos" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "review_photos_image" ON "review_photos" USING btree ("image");--> statement-breakpoint
CREATE INDEX "qc_photos_image" ON "qc_photos" USING btree ("image");--> statement-breakpoint
CREATE INDEX "reviews_hidden" ON "reviews" USING btree ("id") WHERE not "reviews"."is_public";
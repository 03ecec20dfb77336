CREATE TABLE "collection_entries" (
	"user_id" uuid NOT NULL,
	"shop_type" text NOT NULL,
	"item_id" text NOT NULL,
	"title" text,
	"price" integer,
	"currency" text DEFAULT 'CNY' NOT NULL,
	"image" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "collection_entries_user_id_shop_type_item_id_pk" PRIMARY KEY("user_id","shop_type","item_id")
);
--> statement-breakpoint
CREATE TABLE "page_views" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "page_views_day_kind_pk" PRIMARY KEY("day","kind")
);
--> statement-breakpoint
CREATE TABLE "product_views" (
	"product_id" uuid NOT NULL,
	"day" date NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "product_views_product_id_day_pk" PRIMARY KEY("product_id","day")
);
--> statement-breakpoint
DROP INDEX "reviews_item";--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "is_public" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "reviews" SET "is_public" = true WHERE "status" = 'approved';--> statement-breakpoint
ALTER TABLE "collection_entries" ADD CONSTRAINT "collection_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_views" ADD CONSTRAINT "product_views_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collection_entries_order" ON "collection_entries" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "product_views_day" ON "product_views" USING btree ("day");--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reviews_status" ON "reviews" USING btree ("status","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_one_public" ON "reviews" USING btree ("user_id","shop_type","item_id") WHERE "reviews"."is_public";--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_one_pending" ON "reviews" USING btree ("user_id","shop_type","item_id") WHERE "reviews"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "reviews_item" ON "reviews" USING btree ("shop_type","item_id","is_public","created_at");--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_public_is_approved" CHECK (not "reviews"."is_public" or "reviews"."status" = 'approved');
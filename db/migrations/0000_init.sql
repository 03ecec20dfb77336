CREATE TABLE "agents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"image" text NOT NULL,
	"offer" text NOT NULL,
	"link_taobao" text DEFAULT '' NOT NULL,
	"link_weidian" text DEFAULT '' NOT NULL,
	"link_ali_1688" text DEFAULT '' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"is_selected" boolean DEFAULT false NOT NULL,
	"position" integer,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "agents_selected_is_active" CHECK (not "agents"."is_selected" or "agents"."active"),
	CONSTRAINT "agents_place" CHECK (("agents"."position" is null) = ("agents"."deleted_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "images" (
	"hash" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_infos" (
	"shop_type" text NOT NULL,
	"item_id" text NOT NULL,
	"info" jsonb NOT NULL,
	"source" text NOT NULL,
	"fetched_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_infos_shop_type_item_id_pk" PRIMARY KEY("shop_type","item_id")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"shop_type" text NOT NULL,
	"item_id" text NOT NULL,
	"name" text NOT NULL,
	"price_fen" integer NOT NULL,
	"thumbnail" text NOT NULL,
	"weight_grams" integer,
	"shipping_days" integer,
	"dimensions" text,
	"on_trend" boolean DEFAULT false NOT NULL,
	"position" integer,
	"total_view" integer DEFAULT 0 NOT NULL,
	"rating_sum" integer DEFAULT 0 NOT NULL,
	"review_count" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "products_price" CHECK ("products"."price_fen" >= 0),
	CONSTRAINT "products_place" CHECK (("products"."position" is null) = ("products"."deleted_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "qc_photos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"shop_type" text NOT NULL,
	"item_id" text NOT NULL,
	"image" text NOT NULL,
	"source" text NOT NULL,
	"agent" text,
	"variant" text,
	"finding" text,
	"taken_at" timestamp with time zone,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"shop_type" text NOT NULL,
	"item_id" text NOT NULL,
	"author" text NOT NULL,
	"rating" integer NOT NULL,
	"comment" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"product_name" text NOT NULL,
	"product_image" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reviews_rating" CHECK ("reviews"."rating" between 1 and 5)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "agents_name" ON "agents" USING btree (lower("name")) WHERE "agents"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "agents_one_selected" ON "agents" USING btree ("is_selected") WHERE "agents"."is_selected";--> statement-breakpoint
CREATE UNIQUE INDEX "products_item" ON "products" USING btree ("shop_type","item_id") WHERE "products"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "products_trend" ON "products" USING btree ("on_trend","position");--> statement-breakpoint
CREATE INDEX "qc_photos_item" ON "qc_photos" USING btree ("shop_type","item_id","taken_at");--> statement-breakpoint
CREATE INDEX "reviews_item" ON "reviews" USING btree ("shop_type","item_id","status","created_at");--> statement-breakpoint
-- Checked at the end of each transaction, so that rows can change places (not expressible in the schema file).
ALTER TABLE "products" ADD CONSTRAINT "products_position_unique" UNIQUE ("position") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_position_unique" UNIQUE ("position") DEFERRABLE INITIALLY DEFERRED;

CREATE TABLE "item_prices" (
	"shop_type" text NOT NULL,
	"item_id" text NOT NULL,
	"first_seen" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen" timestamp with time zone DEFAULT now() NOT NULL,
	"price_fen" integer NOT NULL,
	"in_stock" boolean,
	"source" text NOT NULL,
	CONSTRAINT "item_prices_shop_type_item_id_first_seen_pk" PRIMARY KEY("shop_type","item_id","first_seen"),
	CONSTRAINT "item_prices_price" CHECK ("item_prices"."price_fen" >= 0),
	CONSTRAINT "item_prices_span" CHECK ("item_prices"."last_seen" >= "item_prices"."first_seen")
);
--> statement-breakpoint
CREATE TABLE "qc_sets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"shop_type" text NOT NULL,
	"item_id" text NOT NULL,
	"user_id" uuid,
	"author" text NOT NULL,
	"agent" text,
	"variant" text,
	"taken_at" timestamp with time zone,
	"status" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "qc_snapshots" (
	"shop_type" text NOT NULL,
	"item_id" text NOT NULL,
	"source" text NOT NULL,
	"photos" jsonb NOT NULL,
	"fetched_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "qc_snapshots_shop_type_item_id_source_pk" PRIMARY KEY("shop_type","item_id","source")
);
--> statement-breakpoint
CREATE TABLE "qc_uploads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"image" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "short_links" (
	"address" text PRIMARY KEY NOT NULL,
	"shop_type" text NOT NULL,
	"item_id" text NOT NULL,
	"resolved_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "watch_notices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"shop_type" text NOT NULL,
	"item_id" text NOT NULL,
	"kind" text NOT NULL,
	"value" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	"mailed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "watches" (
	"user_id" uuid NOT NULL,
	"shop_type" text NOT NULL,
	"item_id" text NOT NULL,
	"below_fen" integer,
	"back_in_stock" boolean DEFAULT false NOT NULL,
	"new_photos" boolean DEFAULT false NOT NULL,
	"by_mail" boolean DEFAULT true NOT NULL,
	"is_below" boolean DEFAULT false NOT NULL,
	"was_in_stock" boolean,
	"photos_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "watches_user_id_shop_type_item_id_pk" PRIMARY KEY("user_id","shop_type","item_id"),
	CONSTRAINT "watches_price" CHECK ("watches"."below_fen" > 0)
);
--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "width" integer;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "height" integer;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "colour" text;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "fingerprint" text;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "has_avif" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "qc_photos" ADD COLUMN "set_id" uuid;--> statement-breakpoint
ALTER TABLE "qc_sets" ADD CONSTRAINT "qc_sets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qc_uploads" ADD CONSTRAINT "qc_uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_notices" ADD CONSTRAINT "watch_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "qc_sets_status" ON "qc_sets" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "qc_sets_item" ON "qc_sets" USING btree ("shop_type","item_id");--> statement-breakpoint
CREATE INDEX "qc_sets_author" ON "qc_sets" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "qc_uploads_owner" ON "qc_uploads" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "watch_notices_order" ON "watch_notices" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "watches_item" ON "watches" USING btree ("shop_type","item_id");--> statement-breakpoint
ALTER TABLE "qc_photos" ADD CONSTRAINT "qc_photos_set_id_qc_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."qc_sets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "qc_photos_set" ON "qc_photos" USING btree ("set_id");

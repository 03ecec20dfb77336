CREATE TABLE "item_readings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"shop_type" text NOT NULL,
	"item_id" text NOT NULL,
	"user_id" uuid,
	"network" text NOT NULL,
	"title" text,
	"price_minor" integer,
	"price_to_minor" integer,
	"currency" text,
	"grams" integer,
	"variants" jsonb NOT NULL,
	"pictures" jsonb NOT NULL,
	"uploads" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"confirmed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reading_reports" (
	"reading_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"verdict" text NOT NULL,
	"network" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reading_reports_reading_id_user_id_pk" PRIMARY KEY("reading_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "reading_views" (
	"reading_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "reading_views_reading_id_user_id_pk" PRIMARY KEY("reading_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "item_readings" ADD CONSTRAINT "item_readings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_reports" ADD CONSTRAINT "reading_reports_reading_id_item_readings_id_fk" FOREIGN KEY ("reading_id") REFERENCES "public"."item_readings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_reports" ADD CONSTRAINT "reading_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_views" ADD CONSTRAINT "reading_views_reading_id_item_readings_id_fk" FOREIGN KEY ("reading_id") REFERENCES "public"."item_readings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_views" ADD CONSTRAINT "reading_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "item_readings_author" ON "item_readings" USING btree ("user_id","shop_type","item_id");--> statement-breakpoint
CREATE INDEX "item_readings_item" ON "item_readings" USING btree ("shop_type","item_id");--> statement-breakpoint
CREATE INDEX "item_readings_status" ON "item_readings" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "item_readings_uploads" ON "item_readings" USING btree ("updated_at") WHERE jsonb_array_length("item_readings"."uploads") > 0;
CREATE TABLE "unserved_estimates" (
	"day" date NOT NULL,
	"country" text NOT NULL,
	"requests" integer NOT NULL,
	CONSTRAINT "unserved_estimates_day_country_pk" PRIMARY KEY("day","country")
);

-- removed:
CREATE TABLE "sku" ("sku_id" integer primary key, "document" text not null)
;;
-- removed:
CREATE TABLE "promo_code" ("promo_id" text primary key, "document" text not null)
;;
-- removed:
CREATE TABLE "practitioner" ("practitioner_id" text primary key, "search_text" text not null, "document" text not null, "version" integer default 1 not null)
;;
-- removed:
CREATE TABLE "document_type" ("uuid" text primary key, "name" text not null, "description" text not null)
;;
CREATE TABLE "sku" ("sku_id" integer primary key, "document" text not null, "version" integer default 1 not null, "active" integer default 1 not null)
;;
CREATE TABLE "promo_code" ("promo_id" text primary key, "document" text not null, "version" integer default 1 not null, "active" integer default 1 not null)
;;
CREATE TABLE "practitioner" ("practitioner_id" text primary key, "search_text" text not null, "document" text not null, "version" integer default 1 not null, "active" integer default 1 not null, "merged_into" text)
;;
CREATE TABLE "document_type" ("uuid" text primary key, "name" text not null, "description" text not null, "version" integer default 1 not null, "active" integer default 1 not null)
;;
CREATE TABLE "gift_card_state" ("gift_card_key" text primary key references "gift_card" ("gift_card_key"), "version" integer not null, "active" integer not null check (active in (0, 1)))
;;
CREATE TABLE "location_price" ("price_id" text primary key, "location_id" text not null references "location" ("location_id"), "sku_id" integer not null references "sku" ("sku_id"), "amount" bigint check (amount >= 0), "first_day" text not null, "admin_only" integer not null check (admin_only in (0, 1)), "by_user" text not null, "by_name" text not null, "at" bigint not null, "place" bigint not null, "effective_at" bigint)
;;
CREATE INDEX "location_price_by_day" on "location_price" ("location_id", "sku_id", "first_day")
;;
CREATE INDEX "location_price_due" on "location_price" ("effective_at", "first_day")

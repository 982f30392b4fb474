-- removed:
CREATE TABLE "document" ("uuid" text primary key, "study_id" text not null, "patient_id" text not null, "type_id" text not null references "document_type" ("uuid"), "name" text not null, "status" text not null, "active" integer not null check (active in (0, 1)), "file_type" text not null, "base64_file" text not null, "created_at" bigint not null)
;;
CREATE TABLE "document" ("uuid" text primary key, "study_id" text not null, "patient_id" text not null, "type_id" text not null references "document_type" ("uuid"), "name" text not null, "status" text not null, "active" integer not null check (active in (0, 1)), "file_type" text not null, "base64_file" text not null, "created_at" bigint not null, "version" integer default 1 not null, "pages" integer default 1 not null, "byte_size" integer default 1 not null, "created_by" text, "status_at" bigint, "status_by" text)
;;
CREATE UNIQUE INDEX "document_by_version" on "document" ("study_id", "type_id", "version")
;;
CREATE TABLE "share" ("study_id" text not null references "study" ("study_id"), "platform_id" text not null, "shared_at" bigint not null, constraint "share_pkey" primary key ("study_id", "platform_id"))

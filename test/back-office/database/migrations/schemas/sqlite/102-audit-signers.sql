CREATE TABLE "audit_signer" ("key_id" text primary key, "public_key" text not null, "added_at" bigint not null)

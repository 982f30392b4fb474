CREATE TABLE "found_member" ("user_id" text not null, "member_id" text not null, "found_at" bigint not null, constraint "found_member_pkey" primary key ("user_id", "member_id"))
;;
CREATE INDEX "found_member_by_time" on "found_member" ("found_at")

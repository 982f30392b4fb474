-- removed:
CREATE TABLE "audit" ("sequence" bigint primary key, "at" bigint not null, "user_id" text, "action" text not null, "member_id" text, "study_id" text, "location_id" text, "outcome" text not null, "previous_hash" text not null, "hash" text not null, "workstation_id" text, "before" text, "after" text)
;;
CREATE TABLE "audit" ("sequence" bigint primary key, "at" bigint not null, "user_id" text, "action" text not null, "member_id" text, "study_id" text, "location_id" text, "outcome" text not null, "previous_hash" text not null, "hash" text not null, "workstation_id" text, "before" text, "after" text, "address" text, "given" text, "chain" text default 'closed' not null, "position" bigint default 0 not null)
;;
CREATE UNIQUE INDEX audit_position on audit (chain, position)
;;
CREATE INDEX "audit_by_member" on "audit" ("member_id", "sequence")
;;
CREATE INDEX "audit_by_user" on "audit" ("user_id", "sequence")
;;
CREATE INDEX "audit_by_location" on "audit" ("location_id", "sequence")
;;
CREATE INDEX "audit_by_workstation" on "audit" ("workstation_id", "sequence")
;;
CREATE INDEX "audit_by_chain" on "audit" ("chain", "sequence")
;;
CREATE INDEX "audit_by_time" on "audit" ("at")
;;
CREATE TABLE "audit_chain" ("chain" text primary key, "opened_at" bigint not null)
;;
CREATE TABLE "audit_given" ("member_id" text not null, "sequence" bigint not null, constraint "audit_given_pkey" primary key ("member_id", "sequence"))
;;
CREATE INDEX "audit_given_by_row" on "audit_given" ("sequence")
;;
CREATE TRIGGER audit_stays_on_update before update on audit
          begin select raise(abort, 'append-only'); end
;;
CREATE TRIGGER audit_stays_on_delete before delete on audit
          begin select raise(abort, 'append-only'); end
;;
CREATE TRIGGER audit_chain_stays_on_update before update on audit_chain
          begin select raise(abort, 'append-only'); end
;;
CREATE TRIGGER audit_chain_stays_on_delete before delete on audit_chain
          begin select raise(abort, 'append-only'); end
;;
CREATE TRIGGER audit_given_stays_on_update before update on audit_given
          begin select raise(abort, 'append-only'); end
;;
CREATE TRIGGER audit_given_stays_on_delete before delete on audit_given
          begin select raise(abort, 'append-only'); end

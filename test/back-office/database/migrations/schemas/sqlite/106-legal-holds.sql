CREATE TABLE legal_hold (
      hold_id text primary key,
      member_id text not null references member (patient_id),
      name text not null,
      name_key text not null,
      reason text not null,
      placed_at bigint not null,
      placed_by text not null,
      placed_by_user text not null,
      lifted_at bigint,
      lifted_by text,
      lifted_reason text)
;;
CREATE UNIQUE INDEX legal_hold_in_force on legal_hold (member_id, name_key)
      where lifted_at is null

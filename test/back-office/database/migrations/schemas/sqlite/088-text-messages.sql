-- removed:
CREATE TABLE message (
      message_id text primary key,
      study_id text not null references study (study_id),
      kind text not null,
      channel text not null check (channel in ('email', 'sms')),
      occasion text not null,
      sequence integer not null,
      event_id text,
      starts_at bigint,
      location_id text not null,
      due_at bigint not null,
      state text not null
        check (state in ('planned', 'claimed', 'handed-over', 'sent', 'uncertain', 'failed', 'withdrawn')),
      attempts integer not null,
      claim text,
      lease_until bigint,
      recipient text,
      failure text,
      planned_at bigint not null,
      state_at bigint not null,
      by_user text,
      decided_by text,
      check ((event_id is null) = (starts_at is null)),
      check ((claim is null) = (lease_until is null)))
;;
-- removed:
CREATE TABLE message_opt_out (member_id text not null, channel text not null, at bigint not null,
      primary key (member_id, channel))
;;
CREATE TABLE message (
      message_id text primary key,
      study_id text not null references study (study_id),
      kind text not null,
      channel text not null check (channel in ('email', 'sms')),
      occasion text not null,
      sequence integer not null,
      event_id text,
      starts_at bigint,
      location_id text not null,
      due_at bigint not null,
      state text not null
        check (state in ('planned', 'claimed', 'handed-over', 'sent', 'uncertain', 'failed', 'withdrawn')),
      attempts integer not null,
      claim text,
      lease_until bigint,
      recipient text,
      failure text,
      planned_at bigint not null,
      state_at bigint not null,
      by_user text,
      decided_by text, receipt text, delivery text
      check (delivery in ('awaited', 'confirmed', 'unconfirmed')), check_at bigint,
      check ((event_id is null) = (starts_at is null)),
      check ((claim is null) = (lease_until is null)))
;;
CREATE TABLE message_opt_out (member_id text not null, channel text not null, at bigint not null, address text,
      primary key (member_id, channel))
;;
CREATE INDEX message_by_check on message (check_at) where check_at is not null

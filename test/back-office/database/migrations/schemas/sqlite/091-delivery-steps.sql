CREATE TABLE delivery_step (
      delivery_id text not null references delivery (delivery_id), place integer not null, at bigint not null,
      state text not null, sending integer not null, reason text, receipt text, by_user text not null,
      primary key (delivery_id, place))

CREATE INDEX delivery_under_way on delivery (created_at)
      where state in ('registered', 'sending', 'handed-over') and channel <> 'cd'

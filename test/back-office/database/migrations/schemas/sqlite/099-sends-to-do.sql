CREATE INDEX delivery_disc_waiting on delivery (study_id)
      where channel = 'cd' and state = 'handed-over'
;;
CREATE INDEX delivery_in_trouble on delivery (study_id, created_at)
      where state in ('failed', 'uncertain')

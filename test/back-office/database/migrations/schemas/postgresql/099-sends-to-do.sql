CREATE INDEX delivery_disc_waiting ON public.delivery USING btree (study_id) WHERE ((channel = 'cd'::text) AND (state = 'handed-over'::text))
;;
CREATE INDEX delivery_in_trouble ON public.delivery USING btree (study_id, created_at) WHERE (state = ANY (ARRAY['failed'::text, 'uncertain'::text]))

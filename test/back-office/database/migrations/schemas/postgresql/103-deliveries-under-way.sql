CREATE INDEX delivery_under_way ON public.delivery USING btree (created_at) WHERE ((state = ANY (ARRAY['registered'::text, 'sending'::text, 'handed-over'::text])) AND (channel <> 'cd'::text))

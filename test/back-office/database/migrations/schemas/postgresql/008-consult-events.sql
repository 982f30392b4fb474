CREATE UNIQUE INDEX study_consult_event ON public.study USING btree ((((extra)::jsonb #>> '{consulting,eventID}'::text[])))

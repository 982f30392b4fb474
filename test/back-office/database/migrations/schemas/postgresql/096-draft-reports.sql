CREATE INDEX study_report_draft ON public.study_report USING btree (study_id, created_at) WHERE (state = 'draft'::text)

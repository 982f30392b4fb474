CREATE INDEX member_by_creator ON public.member USING btree (created_by, patient_id) WHERE (created_by IS NOT NULL)

CREATE INDEX study_consult_to_book ON public.study USING btree (location_id) WHERE ((cancelled = 0) AND (((extra)::jsonb #>> '{consulting,requestedStatus}'::text[]) = 'requested'::text) AND (COALESCE(((extra)::jsonb #>> '{consulting,scheduledStatus}'::text[]), ''::text) <> ALL (ARRAY['booked'::text, 'complete'::text])))
;;
CREATE INDEX study_consult_to_hold ON public.study USING btree (location_id) WHERE ((cancelled = 0) AND (((extra)::jsonb #>> '{consulting,scheduledStatus}'::text[]) = 'booked'::text) AND (((extra)::jsonb #>> '{consulting,completedTime}'::text[]) IS NULL))
;;
CREATE INDEX study_history_to_receive ON public.study USING btree (location_id, starts_at) WHERE ((cancelled = 0) AND (((status)::jsonb -> 'medicalHistoryRequested'::text) = 'true'::jsonb) AND (((status)::jsonb -> 'medicalHistory'::text) IS DISTINCT FROM 'true'::jsonb) AND (((status)::jsonb -> 'scanned'::text) IS DISTINCT FROM 'true'::jsonb))
;;
CREATE INDEX study_history_to_review ON public.study USING btree (location_id, starts_at) WHERE ((cancelled = 0) AND (((status)::jsonb -> 'medicalHistory'::text) = 'true'::jsonb) AND (((status)::jsonb -> 'medicalHistoryReviewed'::text) IS DISTINCT FROM 'true'::jsonb) AND (((status)::jsonb -> 'scanned'::text) IS DISTINCT FROM 'true'::jsonb))
;;
CREATE INDEX study_on_hold ON public.study USING btree (location_id, starts_at) WHERE ((cancelled = 0) AND (temporary_hold_until IS NOT NULL) AND (((status)::jsonb -> 'scanned'::text) IS DISTINCT FROM 'true'::jsonb))
;;
CREATE INDEX study_to_check ON public.study USING btree (location_id) WHERE ((cancelled = 0) AND ((((status)::jsonb -> 'read'::text) = 'true'::jsonb) OR (((status)::jsonb -> 'published'::text) = 'true'::jsonb)) AND (((status)::jsonb -> 'reportQADone'::text) IS DISTINCT FROM 'true'::jsonb))
;;
CREATE INDEX study_to_confirm ON public.study USING btree (location_id) WHERE ((cancelled = 0) AND (sku_id = 370) AND (((status)::jsonb -> 'scanned'::text) = 'true'::jsonb) AND (((status)::jsonb -> 'bodyCompositionQC'::text) IS DISTINCT FROM 'true'::jsonb))
;;
CREATE INDEX study_to_notify ON public.study USING btree (location_id) WHERE ((cancelled = 0) AND (((status)::jsonb -> 'published'::text) = 'true'::jsonb) AND (((status)::jsonb -> 'reportQADone'::text) = 'true'::jsonb) AND (((status)::jsonb -> 'providerAdded'::text) = 'true'::jsonb) AND (((status)::jsonb -> 'providerReportNotification'::text) IS DISTINCT FROM 'true'::jsonb))
;;
CREATE INDEX study_to_publish ON public.study USING btree (location_id) WHERE ((cancelled = 0) AND (((status)::jsonb -> 'read'::text) = 'true'::jsonb) AND (((status)::jsonb -> 'published'::text) IS DISTINCT FROM 'true'::jsonb))
;;
CREATE INDEX study_to_read ON public.study USING btree (location_id) WHERE ((cancelled = 0) AND (((status)::jsonb -> 'scanned'::text) = 'true'::jsonb) AND (((status)::jsonb -> 'read'::text) IS DISTINCT FROM 'true'::jsonb))
;;
CREATE INDEX study_to_refer ON public.study USING btree (location_id, starts_at) WHERE ((cancelled = 0) AND (((status)::jsonb -> 'referred'::text) IS DISTINCT FROM 'true'::jsonb) AND (((status)::jsonb -> 'scanned'::text) IS DISTINCT FROM 'true'::jsonb))
;;
CREATE INDEX study_to_release ON public.study USING btree (location_id) WHERE ((cancelled = 0) AND (((status)::jsonb -> 'published'::text) = 'true'::jsonb) AND (((status)::jsonb -> 'reportQADone'::text) = 'true'::jsonb) AND (((status)::jsonb -> 'releasedToPatient'::text) IS DISTINCT FROM 'true'::jsonb) AND (((status)::jsonb -> 'traditionalReleasedToPatient'::text) IS DISTINCT FROM 'true'::jsonb))
;;
CREATE INDEX study_unpaid ON public.study USING btree (location_id, starts_at) WHERE ((cancelled = 0) AND (balance > 0) AND (temporary_hold_until IS NULL) AND (((status)::jsonb -> 'scanned'::text) IS DISTINCT FROM 'true'::jsonb))
;;
CREATE INDEX study_with_stop ON public.study USING btree (location_id, starts_at) WHERE ((cancelled = 0) AND (((NOT (((safety)::jsonb #>> '{signOff}'::text[]) IS NOT NULL)) AND ((COALESCE((((safety)::jsonb #>> '{red}'::text[]))::integer, 0) > 0) OR (COALESCE((((safety)::jsonb #>> '{draft,stops}'::text[]))::integer, 0) > 0))) OR ((((safety)::jsonb #>> '{signOff}'::text[]) IS NOT NULL) AND (COALESCE((((safety)::jsonb #>> '{draft,newStops}'::text[]))::integer, (((safety)::jsonb #>> '{draft,stops}'::text[]))::integer, 0) > 0))) AND (((status)::jsonb -> 'scanned'::text) IS DISTINCT FROM 'true'::jsonb))

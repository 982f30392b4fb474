CREATE INDEX "study_to_read" on study (location_id) where cancelled = 0 and json_type(status, '$.scanned') = 'true' and json_type(status, '$.read') is not 'true'
;;
CREATE INDEX "study_to_check" on study (location_id) where cancelled = 0 and (json_type(status, '$.read') = 'true' or json_type(status, '$.published') = 'true') and json_type(status, '$.reportQADone') is not 'true'
;;
CREATE INDEX "study_to_confirm" on study (location_id) where cancelled = 0 and sku_id = 370 and json_type(status, '$.scanned') = 'true' and json_type(status, '$.bodyCompositionQC') is not 'true'
;;
CREATE INDEX "study_to_publish" on study (location_id) where cancelled = 0 and json_type(status, '$.read') = 'true' and json_type(status, '$.published') is not 'true'
;;
CREATE INDEX "study_to_release" on study (location_id) where cancelled = 0 and json_type(status, '$.published') = 'true' and json_type(status, '$.reportQADone') = 'true' and json_type(status, '$.releasedToPatient') is not 'true' and json_type(status, '$.traditionalReleasedToPatient') is not 'true'
;;
CREATE INDEX "study_to_notify" on study (location_id) where cancelled = 0 and json_type(status, '$.published') = 'true' and json_type(status, '$.reportQADone') = 'true' and json_type(status, '$.providerAdded') = 'true' and json_type(status, '$.providerReportNotification') is not 'true'
;;
CREATE INDEX "study_consult_to_book" on study (location_id) where cancelled = 0 and json_extract(extra, '$.consulting.requestedStatus') = 'requested' and coalesce(json_extract(extra, '$.consulting.scheduledStatus'), '') not in ('booked', 'complete')
;;
CREATE INDEX "study_consult_to_hold" on study (location_id) where cancelled = 0 and json_extract(extra, '$.consulting.scheduledStatus') = 'booked' and json_extract(extra, '$.consulting.completedTime') is null
;;
CREATE INDEX "study_history_to_receive" on study (location_id, starts_at) where cancelled = 0 and json_type(status, '$.medicalHistoryRequested') = 'true' and json_type(status, '$.medicalHistory') is not 'true' and json_type(status, '$.scanned') is not 'true'
;;
CREATE INDEX "study_history_to_review" on study (location_id, starts_at) where cancelled = 0 and json_type(status, '$.medicalHistory') = 'true' and json_type(status, '$.medicalHistoryReviewed') is not 'true' and json_type(status, '$.scanned') is not 'true'
;;
CREATE INDEX "study_with_stop" on study (location_id, starts_at) where cancelled = 0 and ((not json_extract(safety, '$.signOff') is not null and (coalesce(json_extract(safety, '$.red'), 0) > 0 or coalesce(json_extract(safety, '$.draft.stops'), 0) > 0)) or (json_extract(safety, '$.signOff') is not null and coalesce(json_extract(safety, '$.draft.newStops'), json_extract(safety, '$.draft.stops'), 0) > 0)) and json_type(status, '$.scanned') is not 'true'
;;
CREATE INDEX "study_on_hold" on study (location_id, starts_at) where cancelled = 0 and temporary_hold_until is not null and json_type(status, '$.scanned') is not 'true'
;;
CREATE INDEX "study_unpaid" on study (location_id, starts_at) where cancelled = 0 and balance > 0 and temporary_hold_until is null and json_type(status, '$.scanned') is not 'true'
;;
CREATE INDEX "study_to_refer" on study (location_id, starts_at) where cancelled = 0 and json_type(status, '$.referred') is not 'true' and json_type(status, '$.scanned') is not 'true'

CREATE UNIQUE INDEX study_consult_event on study (json_extract(extra, '$.consulting.eventID'))

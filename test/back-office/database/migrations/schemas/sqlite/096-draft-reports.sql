CREATE INDEX study_report_draft on study_report (study_id, created_at) where state = 'draft'

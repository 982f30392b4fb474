CREATE INDEX "member_by_creator" on "member" ("created_by", "patient_id") where created_by is not null

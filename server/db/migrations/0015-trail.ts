// The audit trail as it is read: by owner, person, act and thing, newest first and page by page, the id last, since moments may be
// equal. A person belongs to one owner.

export const trail = `
DROP INDEX audit_event_owner;
DROP INDEX audit_event_subject;
CREATE INDEX audit_event_owner ON audit_event (owner_id, at, id);
CREATE INDEX audit_event_person ON audit_event (user_id, at, id) WHERE user_id IS NOT NULL;
CREATE INDEX audit_event_act ON audit_event (owner_id, method, at, id);
CREATE INDEX audit_event_subject ON audit_event (owner_id, subject_type, subject_id, at, id) WHERE subject_type IS NOT NULL;
`

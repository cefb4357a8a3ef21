-- What people edit in forms, field by field: at which version of the object a field last changed, by whom and when.
-- A form sends the version it was read at; a field changed since by somebody else is a conflict (policy/edits.ts).
CREATE TABLE edits (
  kind      text NOT NULL CHECK (kind ~ '^[a-z-]{1,40}$'),
  object_id bigint NOT NULL,
  version   integer NOT NULL DEFAULT 0 CHECK (version >= 0),
  -- { field: { "version": 3, "by": 17, "at": "2026-11-21T04:00:00.000Z" } }
  fields    jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (kind, object_id)
);

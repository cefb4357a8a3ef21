-- Who may study what, and how far they are.
CREATE TABLE enrolments (
  id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id          bigint NOT NULL REFERENCES users,
  course_id        bigint NOT NULL REFERENCES courses,
  source           text NOT NULL CHECK (source IN ('free', 'purchase', 'invitation', 'granted')),
  granted_at       timestamptz NOT NULL DEFAULT now(),
  revoked_at       timestamptz,
  last_accessed_at timestamptz,
  UNIQUE (user_id, course_id)
);
CREATE INDEX enrolments_course_idx ON enrolments (course_id) WHERE revoked_at IS NULL;

-- Enrolled by e-mail before they have an account: granted when the address is verified.
CREATE TABLE waiting_enrolments (
  course_id  bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
  email      citext NOT NULL,
  granted_by bigint NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (course_id, email)
);
CREATE INDEX waiting_enrolments_email_idx ON waiting_enrolments (email);

CREATE TABLE resource_progress (
  user_id          bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  resource_id      bigint NOT NULL REFERENCES course_resources ON DELETE CASCADE,
  completed_at     timestamptz,
  position_seconds double precision NOT NULL DEFAULT 0 CHECK (position_seconds >= 0),
  -- Whole seconds seen at least once; their number is the watch time.
  watched          int4multirange NOT NULL DEFAULT '{}',
  -- What the client of the plain lesson call reports, in seconds.
  watch_seconds    double precision NOT NULL DEFAULT 0 CHECK (watch_seconds >= 0),
  updated_at       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, resource_id)
);
CREATE INDEX resource_progress_resource_idx ON resource_progress (resource_id);

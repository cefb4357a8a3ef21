-- What a feature may read of tables that belong to another one (docs/decisions/read-views.md). Views without DISTINCT, aggregates and
-- locks: the planner merges them into the statement that names them, and drops a LEFT JOIN whose columns nobody asks for.

-- People, without what proves who they are. Erased accounts are included: their rows stay for the orders that name them.
CREATE VIEW user_cards AS
SELECT id, email, name, role, business_id, avatar_url, bio, language, email_verified_at, erase_after, erased_at, created_at
  FROM users;

-- Courses in every state. `is_published` and `is_listed` say who may see them (docs/decisions/course-states.md).
CREATE VIEW course_cards AS
SELECT id, title, description, category, image_id, price_cents, sale_price_cents, sale_starts_at, sale_ends_at,
       is_private, is_draft, archived_at, is_published, is_listed, seller_id, created_by, instructor_id,
       student_count, rating_score, has_scratchpad, created_at, updated_at
  FROM courses;

-- Modules and resources, drafts included: `is_published` is the only place that says which of them learners see.
CREATE VIEW outline_modules AS
SELECT id, course_id, title, sort_order, is_published FROM course_contents;

CREATE VIEW outline_resources AS
SELECT r.id, r.content_id, m.course_id, r.media_id, r.title, r.file_type, r.is_preview,
       m.is_published AND r.is_published AS is_published, m.sort_order AS module_sort_order, r.sort_order
  FROM course_resources r JOIN course_contents m ON m.id = r.content_id;

CREATE VIEW published_modules AS
SELECT id, course_id, title, sort_order FROM outline_modules WHERE is_published;

-- What learners see of a course, in the order of (module_sort_order, content_id, sort_order, id).
CREATE VIEW published_resources AS
SELECT id, content_id, course_id, media_id, title, file_type, is_preview, module_sort_order, sort_order
  FROM outline_resources WHERE is_published;

-- Enrolments that give access now.
CREATE VIEW active_enrolments AS
SELECT id, user_id, course_id, source, granted_at, last_accessed_at FROM enrolments WHERE revoked_at IS NULL;

-- What a learner may open now: one row for each learner of the course. A rule about time, such as a module that opens some days
-- after enrolment, belongs here.
CREATE VIEW open_resources AS
SELECT e.user_id, r.id, r.content_id, r.course_id, r.media_id, r.title, r.file_type, r.module_sort_order, r.sort_order
  FROM active_enrolments e JOIN published_resources r ON r.course_id = e.course_id;

-- A seller with names: `name` is that of the business or of the person who teaches alone; null for the platform, and for a person
-- without a name. Pages show `shown_name`. The document columns are for receipts and invoices, also of erased accounts.
CREATE VIEW seller_cards AS
SELECT s.id, s.business_id, s.user_id, s.is_platform, s.tax_basis_points, s.fee_basis_points, s.money_back_days, s.money_back_percent,
       coalesce(b.name, CASE WHEN u.erased_at IS NULL THEN u.name END) AS name,
       CASE WHEN s.is_platform THEN 'Apogee' ELSE coalesce(b.name, CASE WHEN u.erased_at IS NULL THEN u.name END) END AS shown_name,
       coalesce(b.name, u.name, u.email::text, 'Apogee') AS document_name,
       coalesce(b.email::text, u.email::text, '') AS document_email, coalesce(b.address, '') AS document_address
  FROM sellers s LEFT JOIN businesses b ON b.id = s.business_id LEFT JOIN users u ON u.id = s.user_id;

-- The people who act for a seller: the admins of the business, the person who teaches alone, the superadmins for the platform.
CREATE VIEW seller_people AS
SELECT s.id AS seller_id, s.is_platform, u.id AS user_id, u.email, u.name, u.language, u.email_verified_at
  FROM sellers s JOIN users u ON u.erased_at IS NULL
   AND (u.id = s.user_id OR (s.is_platform AND u.role = 'superadmin') OR (u.business_id = s.business_id AND u.role = 'admin'));

-- Lines of settled orders, refunded ones included: `status` says which still give access.
CREATE VIEW settled_lines AS
SELECT l.id, l.order_id, l.seller_id, l.course_id, l.title, l.price_cents, l.tax_cents, l.status, o.buyer_id, o.settled_at
  FROM order_lines l JOIN orders o ON o.id = l.order_id
 WHERE o.settled_at IS NOT NULL;

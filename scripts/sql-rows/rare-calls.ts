/**
 * Calls PL/pgSQL functions that no recorded statement calls, on the rows of the demo school. Each call must succeed or end with the
 * function's own refusal, an SQLSTATE of class 23.
 */
export const rareCalls: ReadonlyMap<string, string> = new Map([
  [
    'refuse_change_of_seller_records()',
    `INSERT INTO seller_notes (seller_id, text, written_by, written_at, client_key)
       SELECT min(s.id), 'A note', min(u.id), now(), 'key' FROM sellers s, users u;
     DELETE FROM seller_notes`,
  ],
  ['refuse_ungraded_hand_in()', 'UPDATE attempts SET graded_at = now() WHERE graded_at IS NULL'],
  [
    'note_payout_bank_change()',
    String.raw`INSERT INTO payout_banks SELECT id, 'A bank', '1234', '\x00', now() FROM sellers
       ON CONFLICT (seller_id) DO UPDATE SET saved_at = now()`,
  ],
  ['note_module_opening()', 'UPDATE course_contents SET opens_after_days = 3 WHERE opens_on IS NULL'],
  ['awaits_item(bigint,bigint)', 'SELECT awaits_item(min(u.id), min(m.id)) FROM users u, course_contents m'],
])

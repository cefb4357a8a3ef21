-- Everybody in a paid seat is told by mail; who was let in before this was told in the product.
UPDATE invoice_seats SET invited_at = coalesce(enrolled_at, now()) WHERE state = 'enrolled' AND invited_at IS NULL;

-- How often somebody who sells wants mail about sales; without a row: about each.
CREATE TABLE sale_mail_choices (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  wanted  text NOT NULL CHECK (wanted IN ('each', 'daily', 'never'))
);

-- Sales that wait for the next daily mail.
CREATE TABLE waiting_sale_mails (
  user_id  bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  order_id bigint NOT NULL REFERENCES orders ON DELETE CASCADE,
  sold_at  timestamptz NOT NULL,
  PRIMARY KEY (user_id, order_id)
);
CREATE INDEX waiting_sale_mails_sold_idx ON waiting_sale_mails (sold_at);

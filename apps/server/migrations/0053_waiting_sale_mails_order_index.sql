-- Erasing an order looks for its waiting mails.
CREATE INDEX waiting_sale_mails_order_idx ON waiting_sale_mails (order_id);

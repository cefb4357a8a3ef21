-- The grams of a long word in time proportional to its length. substr() counts characters from the beginning, so the grams of a
-- word of 20,000 characters took 5 seconds. The word is cut first; pieces overlap by two characters. The result is as before:
-- the index stays valid.
CREATE OR REPLACE FUNCTION search_grams(form text) RETURNS text[]
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000
    RETURN ARRAY(
      SELECT DISTINCT gram FROM (SELECT DISTINCT word FROM string_to_table(form, ' ') word) words
       CROSS JOIN LATERAL (
         SELECT substr(piece, place, size)
           FROM generate_series(1, length(word), 100) start
          CROSS JOIN LATERAL (SELECT substr(word, start, 102) piece OFFSET 0) pieces
          CROSS JOIN generate_series(1, least(100, length(piece))) place CROSS JOIN generate_series(1, 3) size
          WHERE place + size <= length(piece) + 1
         UNION ALL
         SELECT ' ' || short || ' ' FROM regexp_split_to_table(word, '[^a-z0-9]+') short WHERE length(short) BETWEEN 1 AND 3
       ) found (gram));

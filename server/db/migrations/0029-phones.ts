// Cards are found by their telephone number however it is written, with and without its country's calling code.

export const phones = `
-- '+65 8000 0069' and '006580000069' are '6580000069'.
CREATE FUNCTION phone_digits(phone text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(regexp_replace(phone, '[^0-9]', '', 'g'), '^00', '');

-- Without the calling code, as the number is dialled within its country. Calling codes (ITU-T E.164) are told apart by their first
-- digits; of alternatives the database takes the longest. A number that was stored without one loses digits here, and is found by phone_digits.
CREATE FUNCTION phone_national(phone text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(phone_digits(phone),
    '^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(2[1-689]|3[578]|42|5[09]|6[7-9]|8[035789]|9[679])[0-9])', '');

DROP INDEX card_phone;
CREATE INDEX card_phone_digits ON card (owner_id, phone_digits(phone) COLLATE "C", id) WHERE phone <> '';
CREATE INDEX card_phone_national ON card (owner_id, phone_national(phone) COLLATE "C", id) WHERE phone <> '';
`

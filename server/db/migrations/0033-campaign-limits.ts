// Users and groups can be limited to some campaigns of their owner. A batch knows which campaigns it may touch, a report file of
// which it was made, so that both can be kept from those who may not see all of them.

export const campaignLimits = `
-- NULL: all campaigns. The limits of a user and of the group hold together.
ALTER TABLE user_group ADD COLUMN campaign_ids bigint[] CHECK (cardinality(campaign_ids) > 0);
ALTER TABLE user_account ADD COLUMN campaign_ids bigint[] CHECK (cardinality(campaign_ids) > 0);

CREATE FUNCTION refuse_foreign_campaigns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM unnest(NEW.campaign_ids) AS given (id)
    WHERE NOT EXISTS (SELECT FROM campaign p WHERE p.id = given.id AND p.owner_id = NEW.owner_id)
  ) THEN
    RAISE EXCEPTION 'a limit names a campaign of another owner' USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER user_group_campaigns BEFORE INSERT OR UPDATE OF campaign_ids ON user_group FOR EACH ROW
  WHEN (NEW.campaign_ids IS NOT NULL) EXECUTE FUNCTION refuse_foreign_campaigns();
CREATE TRIGGER user_account_campaigns BEFORE INSERT OR UPDATE OF campaign_ids ON user_account FOR EACH ROW
  WHEN (NEW.campaign_ids IS NOT NULL) EXECUTE FUNCTION refuse_foreign_campaigns();

-- The campaigns of its cards and, of cards that are looked for when it runs, those that its maker was limited to; NULL: any campaign.
ALTER TABLE batch_file ADD COLUMN campaign_ids bigint[];
UPDATE batch_file f SET campaign_ids = s.campaign_ids
FROM (
  SELECT r.batch_id, array_agg(DISTINCT c.campaign_id) AS campaign_ids
  FROM batch_row r JOIN card c ON c.id IN (r.card_id, r.target_card_id)
  GROUP BY r.batch_id
) s
WHERE s.batch_id = f.id AND NOT EXISTS (
  SELECT FROM batch_row r
  WHERE r.batch_id = f.id AND (r.card_id IS NULL OR (f.kind = 'transfer' AND r.target_card_id IS NULL))
);

-- NULL: of all campaigns.
ALTER TABLE report_file ADD COLUMN campaign_ids bigint[];
UPDATE report_file SET campaign_ids = ARRAY[campaign_id] WHERE campaign_id IS NOT NULL;

-- Batches know a card by its campaign.
CREATE FUNCTION refuse_card_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a card stays in its campaign' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER card_stays_in_campaign BEFORE UPDATE OF campaign_id ON card FOR EACH ROW
  WHEN (OLD.campaign_id <> NEW.campaign_id) EXECUTE FUNCTION refuse_card_move();
`

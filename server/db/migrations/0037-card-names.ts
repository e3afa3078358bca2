// Cards are found by the beginnings of the words of their holder's name, in any order.

export const cardNames = `
-- 'Aisha binte Tan-Lee' is aisha, binte, lee and tan. Not the text search's own words, which join 's/o' and numbers with dots.
CREATE FUNCTION name_words(name text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN array_to_tsvector(array_remove(
    regexp_split_to_array(lower(name), '[\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00a0\\u2010-\\u201f]+'), ''));

-- The words of a term, each the beginning of a word. They have no quote or backslash in them.
CREATE FUNCTION name_query(term text) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (SELECT coalesce(string_agg('''' || word || ''':*', ' & '), '')
          FROM unnest(tsvector_to_array(name_words(term))) AS words (word))::tsquery;

CREATE INDEX card_name_words ON card USING gin (name_words(name)) WHERE name <> '';
`

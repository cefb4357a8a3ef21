-- oldest release that serves: 0212
-- Letters that people type as two: ß, æ and œ. packages/domain/src/text/human-text.ts folds in the same way. The release before, and an
-- index until 0219 has built it again, do not find texts with these letters by these letters.
CREATE OR REPLACE FUNCTION search_form(written text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN CASE WHEN octet_length(written) = length(written) THEN lower(regexp_replace(written, '\s+', ' ', 'g'))
      ELSE replace(replace(replace(lower(translate(lower_letters(regexp_replace(regexp_replace(normalize(written, NFKD),
        '[\u00ad\u0300-\u036f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u061c\u064b-\u065f\u0670\u180e\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]+', '', 'g'),
        '[\s\u1680\u2028\u2029]+', ' ', 'g')),
      'ÆÐØÞĐĦŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎẞỺỼỾℲↃⱠⱢⱣⱤⱧⱩⱫⱭⱮⱯⱰⱲⱵⱾⱿꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶꜸꜺꜼꜾꝀꝂꝄꝆꝈꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬꝮꝹꝻꝽꝾꞀꞂꞄꞆꞋꞍꞐꞒꞖꞘꞚꞜꞞꞠꞢꞤꞦꞨꞪꞫꞬꞭꞮꞰꞱꞲꞳꞴꞶꞸꞺꞼꞾꟀꟂꟄꟅꟆꟇꟉꟋꟌ꟎Ꟑ꟒꟔ꟖꟘꟚꟜꟵøłđħŧı‘’ʼ′“”‐‒–−',
      'æðoþdhlŋœtɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏßỻỽỿⅎↄⱡɫᵽɽⱨⱪⱬɑɱɐɒⱳⱶȿɀꜣꜥꜧꜩꜫꜭꜯꜳꜵꜷꜹꜻꜽꜿꝁꝃꝅꝇꝉꝋꝍꝏꝑꝓꝕꝗꝙꝛꝝꝟꝡꝣꝥꝧꝩꝫꝭꝯꝺꝼᵹꝿꞁꞃꞅꞇꞌɥꞑꞓꞗꞙꞛꞝꞟꞡꞣꞥꞧꞩɦɜɡɬɪʞʇʝꭓꞵꞷꞹꞻꞽꞿꟁꟃꞔʂᶎꟈꟊɤꟍ꟏ꟑꟓꟕꟗꟙꟛƛꟶoldhti''''''''""----')), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe') END;

-- The stored forms of texts with these letters.
UPDATE course_search SET form = replace(replace(replace(form, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe') WHERE form ~ '[ßæœ]';
INSERT INTO course_words SELECT DISTINCT word FROM courses c CROSS JOIN LATERAL words_to_suggest(c.title) word
  WHERE c.is_listed AND c.title ~ '[ßẞæÆœŒǽǼǣǢ]' ON CONFLICT DO NOTHING;

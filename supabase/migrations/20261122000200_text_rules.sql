-- Rules for text that people enter and others read. Each character list is defined here once; src/lib/text.ts derives the
-- same rules from the browser's Unicode properties, and a test in tests/db compares the two for every code point.
-- In plpgsql where possible, whose expressions are planned once per session: every change of a balance checks all texts of
-- its profile. What calls another of these is sql, which resolves names when it is created: clients cannot name the schema.

create function private.trim_text(p_text text)
returns text
language plpgsql immutable strict set search_path = ''
as $$
begin
  return btrim(p_text, E'\t\n\u000b\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a'
    '\u2028\u2029\u202f\u205f\u3000');
end
$$;
comment on function private.trim_text(text) is
  'Removes surrounding white space as the forms do (String.prototype.trim, except for the byte order mark).';

create function private.has_hidden(p_text text)
returns boolean
language plpgsql immutable strict set search_path = ''
as $$
begin
  -- Controls, line and paragraph separators and annotation marks, then Default_Ignorable_Code_Point of Unicode 17, which
  -- includes the bidirectional controls.
  return p_text ~ (
    '[\u0001-\u001f\u007f-\u009f\u2028\u2029\ufff9-\ufffb\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5'
    '\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8'
    '\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'
  );
end
$$;
comment on function private.has_hidden(text) is
  'Whether a text has an invisible character or one that changes how the rest is displayed: Default_Ignorable_Code_Point, controls.';

create function private.has_visible(p_text text)
returns boolean
language plpgsql immutable strict set search_path = ''
as $$
begin
  -- ICU: the "C" collation knows only ASCII letters.
  return p_text ~ '[[:alnum:]]' collate "und-x-icu";
end
$$;
comment on function private.has_visible(text) is 'Whether a text has a letter or a digit.';

-- As the owner, for whom plpgsql finds the other two.
create function private.is_plain_text(p_text text)
returns boolean
language plpgsql immutable strict security definer set search_path = ''
as $$
begin
  -- Joiners are part of the scripts that need them (D59), and mail clients decode an encoded word (RFC 2047).
  return private.has_visible(p_text) and p_text !~ '=\?.*\?=' and not private.has_hidden(regexp_replace(p_text,
    '([\u0600-\u109f\u1780-\u18af])[\u200c\u200d](?=[\u0600-\u109f\u1780-\u18af])', '\1', 'g'));
end
$$;
comment on function private.is_plain_text(text) is
  'Whether a name or phone number has no hidden character but joiners of their scripts (D59), no encoded word, and something visible.';

create function private.is_email(p_text text)
returns boolean
language plpgsql immutable strict set search_path = ''
as $$
begin
  -- Printable ASCII except angle brackets, so no two addresses look alike. Other domains are written as xn--.
  return p_text ~ '^[!-;=?A-~]+@[!-;=?A-~]+$';
end
$$;
comment on function private.is_email(text) is
  'Whether a text is one email address of printable ASCII, without markup; international domains as xn--.';

create function private.normalize_code(p_code text)
returns text
language sql immutable strict set search_path = ''
begin atomic
  -- Codes have at most 64 characters, so 65 are enough to recognize an invalid one, however long the input. Upper case by
  -- ICU, as in the browser.
  select upper(left(private.trim_text(p_code), 65) collate "und-x-icu");
end;
comment on function private.normalize_code(text) is 'The canonical form of a code, stored or entered: trimmed and upper case (D10).';

create function private.is_code(p_text text)
returns boolean
language sql immutable strict set search_path = ''
begin atomic
  select p_text = private.normalize_code(p_text) and p_text <> '' and char_length(p_text) <= 64
    and not private.has_hidden(p_text)
    -- Other spaces are indistinguishable from the plain one.
    and p_text !~ '[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]';
end;
comment on function private.is_code(text) is
  'Whether a text may be stored as a code: canonical, 1 to 64 characters, none of them hidden (D10).';

create function private.like_pattern(p_term text)
returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if char_length(p_term) > 100 then
    raise exception 'search_too_long' using errcode = 'PT400';
  end if;
  return '%' || regexp_replace(lower(p_term), '([\\%_])', '\\\1', 'g') || '%';
end
$$;
comment on function private.like_pattern(text) is
  'The LIKE pattern that finds a literal term in lower-case text; every search uses it. Raises search_too_long beyond 100 characters.';

create function private.latin_digits(p_text text)
returns text
language plpgsql immutable strict set search_path = ''
as $$
declare
  v_text text := '';
  v_character text;
  v_zero integer;
begin
  foreach v_character in array string_to_array(p_text, null) loop
    if v_character ~ '[[:digit:]]' collate "und-x-icu" then
      -- Unicode keeps the ten digits of a script together, and several of its sets one after the other.
      v_zero := ascii(v_character);
      while chr(v_zero - 1) ~ '[[:digit:]]' collate "und-x-icu" loop
        v_zero := v_zero - 1;
      end loop;
      v_character := (ascii(v_character) - v_zero) % 10;
    end if;
    v_text := v_text || v_character;
  end loop;
  return v_text;
end
$$;
comment on function private.latin_digits(text) is 'A short text with the digits of every script as 0 to 9 (D59).';

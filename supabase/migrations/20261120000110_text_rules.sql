-- What people may type where others read it. Each list of characters stands here once; src/lib/text.ts has the same rules from
-- the Unicode properties of the browser, and tests/db/text-rules.test.ts compares the two character by character.

create function private.has_hidden(p_text text)
returns boolean
language sql immutable set search_path = ''
begin atomic
  -- Controls, line and paragraph separators and annotation marks, then Default_Ignorable_Code_Point of Unicode 17, which
  -- holds the controls of direction.
  select p_text ~ (
    '[\u0001-\u001f\u007f-\u009f\u2028\u2029\ufff9-\ufffb\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5'
    '\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8'
    '\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'
  );
end;
comment on function private.has_hidden(text) is
  'Whether a text has a character that nobody sees or that changes how the rest is shown: Default_Ignorable_Code_Point, controls.';

create function private.has_visible(p_text text)
returns boolean
language sql immutable set search_path = ''
begin atomic
  -- By Unicode: "C" would know the letters of ASCII only.
  select p_text ~ '[[:alnum:]]' collate "und-x-icu";
end;
comment on function private.has_visible(text) is
  'Whether a text has a letter or a digit; of text without hidden characters, whether there is something to read.';

create function private.is_plain_text(p_text text)
returns boolean
language sql immutable set search_path = ''
begin atomic
  select not private.has_hidden(p_text) and private.has_visible(p_text);
end;
comment on function private.is_plain_text(text) is 'Whether a name or number shows what it is: nothing hidden, something visible.';

create function private.is_email(p_text text)
returns boolean
language sql immutable set search_path = ''
begin atomic
  -- Printable ASCII but for the at sign and angle brackets: no two addresses look alike. Other domains are written as xn--.
  select p_text ~ '^[!-;=?A-~]+@[!-;=?A-~]+$';
end;
comment on function private.is_email(text) is
  'Whether a text is one email address of printable ASCII, without markup; international domains as xn--.';

create function private.is_code(p_text text)
returns boolean
language sql immutable set search_path = ''
begin atomic
  select p_text = private.norm_code(p_text) and p_text <> '' and char_length(p_text) <= 64
    and not private.has_hidden(p_text)
    -- Within a code a space is the plain one: nobody can tell the others from it.
    and p_text !~ '[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]';
end;
comment on function private.is_code(text) is
  'Whether a text may be stored as a code: in its one spelling, at most 64 characters, none of them hidden (D10).';

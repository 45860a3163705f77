-- What an address may be made of, whoever writes it. New rows only: a row that is there already is not refused.

-- The database's own form of the rule in src/entities/admin-benefit-input.ts: a script, a page in the address itself, or
-- another site without its scheme is no picture. Control characters: a browser drops them, and what is left is another address.
alter table public.benefits
add constraint benefits_image_url_leads_somewhere check (
  image_url ~* '^(/(?![/\\])|https?://[^/])' and image_url !~ '[\u0001-\u001f\u007f-\u009f]'
) not valid;
alter table public.app_settings
add constraint app_settings_value_leads_somewhere check (
  value ~* '^(/(?![/\\])|https?://[^/])' and value !~ '[\u0001-\u001f\u007f-\u009f]'
) not valid;

-- Characters that nobody sees: controls, marks of direction, widths of nothing. An admin copies these addresses into a mail.
alter table public.profiles
add constraint profiles_email_visible check (
  email ~ '^[^\s<>@]+@[^\s<>@]+$'
  and email !~ '[\u0001-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]'
) not valid;
create function private.refuse_hidden_characters()
returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'invalid_redemption_email' using errcode = 'PT422';
end
$$;
comment on function private.refuse_hidden_characters() is
  'Trigger: refuses a delivery e-mail with characters that nobody sees, by the word of its own rule (chapter 5).';
-- Runs after orders_insert, by its name: what that one refuses is refused with its word.
create trigger orders_insert_hidden_characters before insert on public.orders
for each row
when (new.redemption_email ~ '[\u0001-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]')
execute function private.refuse_hidden_characters();

-- What an address may be made of, whoever writes it. New rows only: a row that is there already is not refused.

-- The database's own form of the rule in src/entities/benefits/schemas.ts: a script, a page in the address itself, or
-- another site without its scheme is no picture. Control characters: a browser drops them, and what is left is another address.
alter table public.benefits
add constraint benefits_image_url_leads_somewhere check (
  image_url ~* '^(/(?![/\\])|https?://[^/])' and image_url !~ '[\u0001-\u001f\u007f-\u009f]'
) not valid;
alter table public.app_settings
add constraint app_settings_value_leads_somewhere check (
  value ~* '^(/(?![/\\])|https?://[^/])' and value !~ '[\u0001-\u001f\u007f-\u009f]'
) not valid;

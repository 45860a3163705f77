-- A change of a benefit is sent on the condition of the time that was seen: two within one microsecond must differ.
create or replace function private.benefit_before()
returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := btrim(new.name);
  new.description := btrim(new.description);
  new.image_url := nullif(btrim(new.image_url), '');
  if tg_op = 'INSERT' then
    new.created_at := now();
    new.updated_at := now();
  else
    new.created_at := old.created_at;
    new.updated_at := greatest(now(), old.updated_at + interval '1 microsecond');
  end if;
  return new;
end
$$;
comment on function private.benefit_before() is
  'Trigger: trims what was typed; the server keeps the times, and no two changes of a benefit have the same.';

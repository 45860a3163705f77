-- The demo catalogue: four categories, and one example of each reason why a benefit cannot be redeemed. Type and Layout opens
-- in eight days, Negotiation closes in a week, Leading Small Teams has four places, and a member gets one Keystone Vault.

insert into public.categories (name, position, created_at, updated_at)
select v.name, v.position, now() - interval '86 days', now() - interval '86 days'
from (values ('AI tools', 1), ('Courses', 2), ('Templates', 3), ('Software', 4)) as v (name, position);

update public.benefits as b set category_id = c.id, estimated_value = v.worth
from (values
  ('Minutes', 'AI tools', 90), ('Quillwright Pro', 'AI tools', 144), ('Lantern Research', 'AI tools', 120), ('Contour Image Studio', 'AI tools', 180),
  ('Type and Layout', 'Courses', 95), ('Financial Modelling', 'Courses', 150), ('Leading Small Teams', 'Courses', 240),
  ('Negotiation for Engineers', 'Courses', 390), ('Operating Manual', 'Templates', 39), ('Board Deck Kit', 'Templates', 49),
  ('The Contract Folder', 'Templates', 79), ('Keystone Vault', 'Software', 96), ('Framewell Prototyping', 'Software', 180),
  ('Tallybook Accounting', 'Software', 348)
) as v (benefit, category, worth)
join public.categories as c on c.name = v.category
where b.name = v.benefit;

update public.benefits as b set what_you_get = v.list, conditions = v.conditions, maker = v.maker, maker_link = v.link
from (values
  ('Board Deck Kit', E'40 slides for board, investor and annual meetings, in PPTX and KEY\nOne linked workbook: change a figure once, and eleven charts follow\nTwelve examples, so that no slide starts empty\nUpdates for a year',
    E'For you and the company you work in. You may not sell it on.\nIf a file is damaged, we replace it.',
    E'Board Deck Kit\nTwo former finance leads, since 2021.', 'https://boarddeckkit.example'),
  ('Keystone Vault', E'Five seats for a year\nRecovery when somebody leaves\nA log of who opened what',
    'The year begins when the key is entered, by 31 December 2027 at the latest.', E'Keystone\nMakes nothing but vaults.', 'https://keystone.example'),
  ('Lantern Research', E'Unlimited questions for three months\nSources with page numbers\nExport to documents',
    'For one person. Not for resale.', 'Lantern', 'https://lantern.example'),
  ('Minutes', E'A year of transcripts in 40 languages\nWho said they would do what, by when',
    'Tell people that they are recorded.', 'Minutes', 'https://minutes.example')
) as v (benefit, list, conditions, maker, link)
where b.name = v.benefit;

update public.benefits set opens_at = date_trunc('hour', now()) + interval '8 days' where name = 'Type and Layout';
update public.benefits set closes_at = date_trunc('hour', now()) + interval '7 days' where name = 'Negotiation for Engineers';
update public.benefits set per_member_limit = 1 where name = 'Keystone Vault';
insert into private.benefit_stock select id, 4 from public.benefits where name = 'Leading Small Teams';
update public.orders set from_stock = true where benefit_name = 'Leading Small Teams' and unit = 'held';

insert into private.favourites (user_id, benefit_id, created_at)
select p.id, b.id, now() - interval '9 days'
from public.profiles as p, public.benefits as b
where p.name = 'Tamsin Ferreira' and b.name in ('Board Deck Kit', 'Lantern Research', 'Negotiation for Engineers');

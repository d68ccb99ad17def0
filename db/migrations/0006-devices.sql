-- What a code is good for. The release before this one knew a single purpose.
alter table verification_codes add column purpose text not null default 'sign-up';

// The organisation that runs the service, as outsiders see it. What pages can change too is read from the store.
import Joi from 'joi';
import { mailAddress, optional, type ValuesOf } from './formats.ts';
import { settingPath } from './program.ts';

export const organisationSchemas = {
    ORGANISATION: optional(Joi.string().max(200)),
    ORGANISATION_CONTACT: optional(mailAddress),
    ORGANISATION_LANGUAGE: Joi.string()
        .pattern(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/, 'a language like de')
        .default('en'),
    ORGANISATION_COUNTRY_CODE: optional(
        Joi.string().pattern(/^[1-9][0-9]{0,2}$/, 'the code of a country in digits, such as 44')
    ),
    ORGANISATION_LOGO: optional(Joi.string()) // the plugin that shows it looks whether it is a picture
};

export const organisationOf = (value: ValuesOf<typeof organisationSchemas>) => ({
    countryCode: value.ORGANISATION_COUNTRY_CODE,
    logo: value.ORGANISATION_LOGO && settingPath(value.ORGANISATION_LOGO)
});

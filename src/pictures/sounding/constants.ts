/** Absolute zero is this far below 0 °C. */
export const KELVIN = 273.15;
/** Gas constant of dry air, J/(kg K). */
export const DRY_AIR = 287.047;
/** Heat capacity of dry air at constant pressure, J/(kg K). */
export const DRY_HEAT = 1004.666;
export const KAPPA = DRY_AIR / DRY_HEAT;
/** The mass of a molecule of water beside the mean one of dry air. */
export const EPSILON = 0.62196;
/** Heat of vaporisation at 0 °C, J/kg. */
export const VAPORISATION_HEAT = 2.50084e6;
export const GRAVITY = 9.80665;
export const WATER_DENSITY = 999.975;
export const EARTH_RADIUS_METRES = 6_371_000;

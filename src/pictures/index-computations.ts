/** How each index is computed. */
export const computations: readonly [name: string, computation: string][] = [
  [
    'Parcels',
    'A parcel cools along a dry adiabat up to the LCL and along a pseudoadiabat above it. The mixed-layer parcel has the mean potential temperature and mixing ratio of the lowest 100 hPa, the surface parcel the mean of the lowest 100 m; both need data within 300 m of the ground. The most unstable parcel is the level with the highest equivalent potential temperature in the lowest 300 hPa of the data. Buoyancy is the difference of virtual temperatures, which the diagram draws.',
  ],
  ['LCL', 'Lifting condensation level: where the lifted parcel saturates (Romps 2017).'],
  [
    'LFC',
    "Level of free convection: the bottom of the buoyant layer above the LCL with the most CAPE. Shallow cumulus below an inversion isn't free convection.",
  ],
  ['EL', 'Equilibrium level: the highest level at which the parcel stops being buoyant.'],
  ['CAPE', 'Convective available potential energy: all positive buoyancy from the LFC to the EL.'],
  ['CIN', 'Convective inhibition: all negative buoyancy from the start of the parcel to the LFC.'],
  [
    'Lifted index',
    'Temperature of the air at 500 hPa minus that of the lifted parcel. Negative is unstable.',
  ],
  ['Precipitable water', 'All vapour of the layer, as a depth of water.'],
  ['0 °C, −10 °C, −20 °C', 'All levels at which the temperature is crossed, linear between layers of 100 m.'],
  ['Wet-bulb zero', "All levels at which the wet-bulb temperature (Normand's rule) is 0 °C."],
  [
    'Tropopause',
    "WMO's definition: the lowest level above which temperature falls by no more than 2 K/km to every level within 2 km.",
  ],
  ['Lapse rates', 'Fall of temperature between the ends of the layer, divided by its depth.'],
  ['K index', '(T850 − T500) + Td850 − (T700 − Td700).'],
  ['Total Totals', 'T850 + Td850 − 2 × T500.'],
  ['Shear', 'Difference of the winds at the top of the layer and at the lowest level.'],
  [
    'Right and left mover',
    'Storm motion by Bunkers and others (2000): the mean wind of the lowest 6 km, plus 7.5 m/s across the shear between 0–0.5 and 5.5–6 km.',
  ],
  [
    'Helicity',
    'Storm-relative helicity of the layer, for the right mover in the northern hemisphere and the left mover in the southern one.',
  ],
];

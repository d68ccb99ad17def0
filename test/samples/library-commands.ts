/** A run of one command of the package: its arguments after `windborne`, and the files it must create. */
export interface CommandRun {
  command: string;
  arguments: string;
  saves?: string[];
  prints?: string[];
  isEndless?: boolean;
  /** The time limit, if it is longer than that of samples. */
  maxSeconds?: number;
  /** Only `npm run test:long` runs this command. */
  isForTheLongRun?: boolean;
  /** The error of a known bug of the package, which the pages mention. */
  fault?: string;
}

export interface Facts {
  /** The id of a balloon in the air. */
  mission: string;
  /** The newest run. */
  run: string;
  /** The newest run of the ensemble, whose members take longer. */
  ensembleRun: string;
  now: Date;
}

/** Every command of the package once, with options that the samples of the pages leave out. */
export function listCommandRuns({ mission, run, ensembleRun, now }: Facts): CommandRun[] {
  const hour = now.toISOString().slice(0, 13);
  const hourAgo = minute(new Date(now.getTime() - 3_600_000));
  // The box is the whole earth, because the balloons' positions depend on the hour.
  const box = '-ml -90.0 -xl 90.0 -mg -180.0 -xg 180.0';
  const polled = { isEndless: true, prints: ['No more data available.'] };
  return [
    { command: 'super-observations', arguments: `-b 3 -d all -m ${mission} ${hourAgo} json`, saves: ['all'] },
    {
      command: 'observations',
      arguments: `-u ${box} 2024-12-01_00:00 2024-12-01_00:02 all.little_r`,
      saves: ['all.little_r'],
    },
    { command: 'poll-super-observations', arguments: `-m ${mission} ${hourAgo} little_r`, ...polled },
    { command: 'poll-observations', arguments: `-b 1 -m ${mission} ${box} ${hourAgo} csv`, ...polled },
    { command: 'super-observations-page', arguments: hourAgo, fault: 'AttributeError' },
    {
      command: 'observations-page',
      arguments: `-id -mn -u ${box} -m ${mission} -mt ${hourAgo} -xt ${minute(now)} ${hourAgo}`,
      prints: ['"has_next_page"', '"updated_at"'],
    },
    { command: 'flying-missions', arguments: 'missions.csv', saves: ['missions.csv'] },
    { command: 'launch-site', arguments: `${mission} site.json`, saves: ['site.json'] },
    { command: 'predict-path', arguments: `${mission} path.json`, saves: ['path.json'] },
    { command: 'current-location', arguments: `${mission} place.csv`, saves: ['place.csv'] },
    { command: 'flight-path', arguments: `${mission} path.gpx`, saves: ['path.gpx'] },
    {
      command: 'points',
      arguments: `-i ${run} -mh 6 -xh 12 "42.36,-71.06" points.csv`,
      saves: ['points.csv'],
    },
    { command: 'init_times', arguments: '-i', prints: ['Latest initialization time'] },
    { command: 'hist_init_times', arguments: '-e mean', prints: ['2024-01-01T00:00:00'] },
    { command: 'generation_times', arguments: '-e 2', prints: [ensembleRun] },
    { command: 'forecast_hours', arguments: '-i', prints: ['Available forecast hours'] },
    { command: 'gridded', arguments: `-i 925/wind_v ${hour} grid.nc`, saves: ['grid.nc'] },
    { command: 'hist_gridded', arguments: '-e 25 100/wind_u 2025-01-15T00 24 grid.nc', saves: ['grid.nc'] },
    { command: 'hdd', arguments: `${run} -m ifs -o hdd.csv`, saves: ['hdd.csv'] },
    { command: 'cdd', arguments: `${ensembleRun} -e 1`, prints: ['Alabama', 'Wyoming'] },
    // This run has cyclones: the Atlantic in September.
    { command: 'tropical_cyclones', arguments: '2025-09-10T00 tracks.kml', saves: ['tracks.kml'] },
    ...shortNames.flatMap((name, index) => {
      // The package makes them from one list, and a sample calls the function behind each.
      const rest = { saves: ['grid.nc'], isForTheLongRun: index > 0 };
      return [
        { command: `grid_${name}`, arguments: `${hour} grid.nc`, ...rest },
        { command: `hist_${name}`, arguments: '2025-01-15T00 24 grid.nc', ...rest },
      ];
    }),
    // The file has half a gigabyte, which the package reads in small pieces. Python needs minutes for it.
    {
      command: 'grid_full',
      arguments: `${hour} full.nc`,
      saves: ['full.nc'],
      maxSeconds: 290,
      isForTheLongRun: true,
    },
  ];
}

const shortNames = [
  ...['temp_2m', 'dewpoint_2m', 'wind_u_10m', 'wind_v_10m', 'wind_u_100m', 'wind_v_100m', 'pressure_msl'],
  ...['500hpa_temperature', '500hpa_wind_u', '500hpa_wind_v', '500hpa_geopotential'],
  ...['850hpa_temperature', '850hpa_geopotential'],
];

const minute = (time: Date) => time.toISOString().slice(0, 16).replace('T', '_');

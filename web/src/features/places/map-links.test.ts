import { describe, expect, test, vi } from 'vitest';
import { toGcj02 } from './gcj02.ts';
import { mapLinkIn } from './map-links.ts';

const placeIn = (typed: string) => {
  const link = mapLinkIn(typed);
  return link && 'position' in link ? link.position : link;
};

test.each([
  ['https://www.google.com/maps/@37.7699,-122.4468,15z', 37.7699, -122.4468],
  [
    'https://www.google.com/maps/place/Golden+Gate/@37.8,-122.5,15z/data=!3m1!4b1!4m6!3m5!1s0x8!8m2!3d37.8199!4d-122.4783!16z?entry=ttu',
    37.8199,
    -122.4783,
  ],
  ['https://maps.google.com/?q=35.6812,139.7671', 35.6812, 139.7671],
  ['https://maps.google.com/maps?q=loc:35.6812,139.7671(Tokyo)&z=15', 35.6812, 139.7671],
  ['https://www.google.com/maps/search/?api=1&query=47.5951518%2C-122.3316393', 47.59515, -122.33164],
  ['https://www.google.com/maps/search/35.6812,+139.7671?sa=X', 35.6812, 139.7671],
  ['https://www.google.co.jp/maps/dir/35.1,139.1/35.2,139.2/@35.15,139.15,12z', 35.2, 139.2],
  ['https://www.google.com/maps/dir/?api=1&destination=48.8584,2.2945', 48.8584, 2.2945],
  [
    'https://www.google.com/maps/@?api=1&map_action=map&center=-33.712206,150.311941&zoom=12',
    -33.71221,
    150.31194,
  ],
  ['comgooglemaps://?center=40.765819,-73.975866&zoom=14', 40.76582, -73.97587],
  ['https://maps.apple.com/?ll=50.894967,4.341626', 50.89497, 4.34163],
  ['https://maps.apple.com/?q=Cafe&ll=37.7699,-122.4468&z=15', 37.7699, -122.4468],
  ['https://maps.apple.com/?q=37.7699,-122.4468', 37.7699, -122.4468],
  ['https://maps.apple.com/place?address=x&coordinate=35.6595,139.7005&name=Shibuya', 35.6595, 139.7005],
  ['https://www.openstreetmap.org/#map=15/35.0116/135.7681', 35.0116, 135.7681],
  ['https://www.openstreetmap.org/?mlat=48.8584&mlon=2.2945#map=17/48.86/2.29', 48.8584, 2.2945],
  ['https://www.openstreetmap.org/node/123#map=19/51.50/-0.12&layers=N', 51.5, -0.12],
  ['openstreetmap.org/#map=15/35.0116/135.7681', 35.0116, 135.7681],
  ['Meet here: https://www.openstreetmap.org/#map=15/35.0116/135.7681', 35.0116, 135.7681],
  ['geo:37.786971,-122.399677;u=35', 37.78697, -122.39968],
  ['geo:0,0?q=35.6812,139.7671(Tokyo%20Station)', 35.6812, 139.7671],
  ['geo:35.1,139.1?z=15&q=35.6812,139.7671', 35.6812, 139.7671],
  ['geo:0,0', 0, 0],
  ['https://maps.google.com/maps?q=35.6812+139.7671', 35.6812, 139.7671],
  ['https://maps.google.com/maps?q=loc:35.6812+139.7671', 35.6812, 139.7671],
  ['https://maps.google.com/?q=N35.6812+E139.7671', 35.6812, 139.7671],
  [`https://www.google.com/maps/place/35%C2%B040'52.3%22N+139%C2%B046'01.6%22E`, 35.68119, 139.76711],
  ['https://maps.google.com/?q=8Q7XMQJ8%2B7C', 35.68066, 139.76606],
  ['https://www.google.com/maps/place/8Q7XMQJ8+7C', 35.68066, 139.76606],
  ['https://plus.codes/8Q7XMQJ8+7C', 35.68066, 139.76606],
  [
    'https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d3240!2d139.7645!3d35.6812!2m3!1f0',
    35.6812,
    139.7645,
  ],
  ['https://www.openstreetmap.org/search?query=35.6812%2C139.7671#map=5/1/2', 35.6812, 139.7671],
  ['https://www.openstreetmap.org/directions?route=35.1%2C139.1%3B35.6812%2C139.7671', 35.6812, 139.7671],
  ['https://www.openstreetmap.org/export/embed.html?bbox=1,2,3,4&marker=35.6812,139.7671', 35.6812, 139.7671],
  ['我在这里：https://maps.google.com/?q=35.6812,139.7671。来吧', 35.6812, 139.7671],
  ['（https://maps.google.com/?q=35.6812,139.7671）', 35.6812, 139.7671],
  ['<https://maps.google.com/?q=35.6812,139.7671>', 35.6812, 139.7671],
  ['Here: https://www.openstreetmap.org/#map=15/35.0116/135.7681.', 35.0116, 135.7681],
  ['https://www.google.com/maps/place/東京駅、丸の内/@35.6812,139.7671,15z', 35.6812, 139.7671],
])('MAP-205 %s', (link, latitude, longitude) => {
  const place = placeIn(link) as { latitude: number; longitude: number };
  expect(place.latitude).toBeCloseTo(latitude, 4);
  expect(place.longitude).toBeCloseTo(longitude, 4);
});

test('MAP-205 the short addresses of OpenStreetMap hold their place', () => {
  // The example of its documentation: 51.510772, 0.054932.
  const place = placeIn('https://osm.org/go/0EEQjE--') as { latitude: number; longitude: number };
  expect(place.latitude).toBeCloseTo(51.5108, 2);
  expect(place.longitude).toBeCloseTo(0.0549, 2);
});

describe('MAP-205 links of Amap are drawn where Chinese maps draw a place, and name it so', () => {
  const beijing = { latitude: 39.915, longitude: 116.404 };
  const { latitude, longitude } = toGcj02(beijing);
  test.each([
    `https://uri.amap.com/marker?position=${longitude},${latitude}&name=x`,
    `https://uri.amap.com/navigation?to=${longitude},${latitude},x&mode=walk`,
    `https://ditu.amap.com/regeo?lng=${longitude}&lat=${latitude}`,
    `https://www.amap.com/?q=${latitude},${longitude},x`,
    `https://www.amap.com/?q=${longitude},${latitude}`,
    `https://wb.amap.com/?p=B000A83M61,${latitude},${longitude},x,y`,
    `iosamap://viewMap?sourceApplication=x&poiname=y&lat=${latitude}&lon=${longitude}&dev=0`,
    `https://www.amap.com/dir?from%5Blnglat%5D=116.1,39.1&to%5Blnglat%5D=${longitude},${latitude}`,
    `https://m.amap.com/navi/?dest=${longitude},${latitude}&destName=x`,
    `https://uri.amap.com/marker?markers=${longitude},${latitude},x|116.5,40,y`,
    `https://uri.amap.com/marker?position=${longitude},${latitude}。`,
    'https://uri.amap.com/marker?position=116.404,39.915&coordinate=wgs84',
    'androidamap://viewMap?lat=39.915&lon=116.404&dev=1',
  ])('%s', (link) => {
    const place = placeIn(link) as { latitude: number; longitude: number };
    expect(place.latitude).toBeCloseTo(beijing.latitude, 6);
    expect(place.longitude).toBeCloseTo(beijing.longitude, 6);
  });
});

test.each([
  ['https://maps.app.goo.gl/abcDEF123', 'short'],
  ['https://goo.gl/maps/abcDEF123', 'short'],
  ['https://surl.amap.com/abc', 'short'],
  ['https://maps.apple/p/abc', 'short'],
  ['https://www.google.com/maps/place/Golden+Gate', 'noPlace'],
  ['https://www.amap.com/place/B000A83M61', 'noPlace'],
  ['https://example.com/?q=35,139', 'noPlace'],
  ['geo:0,0?q=Tokyo', 'noPlace'],
  ['https://plus.codes/MQJ8+7C', 'noPlace'],
  ['看 https://maps.app.goo.gl/abcDEF123。', 'short'],
  ['https://maps.google.com/?q=95,139', 'noPlace'],
  ['https://evil.example/www.openstreetmap.org/#map=15/35/135', 'noPlace'],
])('MAP-205 %s is %s: nothing is fetched for it', (link, problem) => {
  expect(mapLinkIn(link)).toEqual({ problem });
});

test('MAP-205 browsers from before URL.canParse read links, too', () => {
  const canParse = vi.spyOn(URL, 'canParse').mockImplementation(() => {
    throw new TypeError('URL.canParse is not a function');
  });
  try {
    expect(placeIn('https://maps.google.com/?q=35.6812,139.7671')).toMatchObject({ latitude: 35.6812 });
    expect(mapLinkIn('https://[')).toBeNull();
  } finally {
    canParse.mockRestore();
  }
});

test.each(['', 'Tokyo', 'mailto:a@b.example', 'St. Louis', 'map/15', 'javascript:alert(1)'])(
  '%j is no link',
  (typed) => {
    expect(mapLinkIn(typed)).toBeNull();
  },
);
